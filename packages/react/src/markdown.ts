export { MarkdownText } from "./components/markdown/markdown-text.tsx";

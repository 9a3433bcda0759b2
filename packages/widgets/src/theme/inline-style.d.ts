/** What `vite/client` says of `?inline`, where more is asked of the style sheet. */
declare module "*&inline" {
  const style: string;
  export default style;
}

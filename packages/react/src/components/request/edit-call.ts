// What a page loads when somebody changes the arguments of a call.
export { ArgumentChanges } from "./argument-changes.tsx";
export { EditArguments } from "./edit-arguments.tsx";

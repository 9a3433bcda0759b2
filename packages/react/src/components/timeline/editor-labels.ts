/** Words of the timeline that come with the editor of a message. */
export const editorLabels = {
  /** Of the field the button at a message opens. */
  editMessage: "Edit your message",
  /** Sends the message anew, as a branch. */
  sendAnew: "Send",
  cancelEdit: "Cancel",
};

/** Words of the timeline that come with the editor of a message. */
export type EditorLabels = typeof editorLabels;

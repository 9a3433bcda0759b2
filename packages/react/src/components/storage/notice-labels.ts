/** The words about storage that need no fault. */
export const noticeLabels = {
  notDurable: "Nothing is kept on this device: conversations are lost when this page is closed.",
  nearlyFull: "This device has little room left for this site. Remove old conversations, or free some space.",
};

// Notifications of the system for open Requests, for pages and service workers.
export { englishNotification, type RequestWords } from "./run/notification-words.ts";
export {
  askToNotify,
  type NotificationClick,
  type NotificationScope,
  type NotifyOptions,
  notifyRequests,
  openNotifiedRequests,
} from "./run/notify-requests.ts";

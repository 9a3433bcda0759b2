// Notifications of the system for open Requests, for pages and service workers.
export { englishNotification, type RequestWords } from "./run/notification-words.ts";
export {
  askToNotify,
  type NotificationClick,
  type NotificationClients,
  type NotificationScope,
  type NotificationWindow,
  type NotifyOptions,
  notifyRequests,
  openNotifiedRequests,
} from "./run/notify-requests.ts";

/** An order of the demo's shop. */
export interface Order {
  readonly orderId: string;
  readonly customer: string;
  readonly email: string;
  readonly item: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: "delivered" | "on its way" | "in the warehouse";
}

const orders: readonly Order[] = [
  {
    orderId: "A-1042",
    customer: "Mira Okafor",
    email: "mira@example.com",
    item: "Desk lamp, brass",
    amountCents: 8900,
    currency: "EUR",
    status: "delivered",
  },
  {
    orderId: "A-1043",
    customer: "Jonas Lind",
    email: "jonas@example.com",
    item: "Wool blanket, grey",
    amountCents: 12900,
    currency: "EUR",
    status: "on its way",
  },
  {
    orderId: "A-1044",
    customer: "Priya Nair",
    email: "priya@example.com",
    item: "Teapot, 1.2 litres",
    amountCents: 4500,
    currency: "EUR",
    status: "in the warehouse",
  },
];

/** Finds an order by its number. */
export function findOrder(orderId: string): Order | undefined {
  return orders.find((order) => order.orderId === orderId);
}

/** An amount as people write it. */
export function formatAmount(amountCents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amountCents / 100);
}

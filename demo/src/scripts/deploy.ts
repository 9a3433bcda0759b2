import { always, fieldOf, refusalOf, type Story } from "./story.ts";

export const deployStory: Story = {
  id: "deploy",
  title: "Deploy a service",
  shows: "A question with a form",
  prompt: "Deploy the storefront, version 4.2.",
  steps: always([
    {
      when: { user: /^deploy the storefront/i },
      reply: {
        text: "On it.",
        calls: [{ name: "deploy", args: { service: "storefront", version: "4.2" } }],
      },
    },
    {
      when: { user: /^deploy the storefront/i, results: ["deploy"] },
      reply: (request) => {
        const environment = fieldOf(request, "deploy", "environment");
        if (environment === undefined) return `Nothing was deployed. ${refusalOf(request, "deploy")}`;
        return `Storefront 4.2 is live in ${environment}.`;
      },
    },
  ]),
};

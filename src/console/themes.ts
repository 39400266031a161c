export const THEMES = [
  { value: "system", name: "shell.system" },
  { value: "light", name: "shell.light" },
  { value: "dark", name: "shell.dark" },
] as const;
export type Theme = (typeof THEMES)[number]["value"];

declare module "fastify" {
  interface FastifyRequest {
    /** The theme that the visitor chose. The server writes it into the page, so that no page flashes. */
    theme: Theme;
  }
}

/** Returns the theme that a cookie or a form names; `system` for anything else. */
export function asTheme(text: string | undefined): Theme {
  return THEMES.find(({ value }) => value === text)?.value ?? "system";
}

import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** OAuth access data (interface: "OAuth access data"). Lifetimes are MILLISECONDS. */
export const accessData = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  access_token_lifetime: z.number(),
  refresh_token_lifetime: z.number(),
  access_token_type: z.string(),
});

export type AccessData = z.infer<typeof accessData>;

/** POST /oauth2/token/refresh: the refresh token in the request may be dead as soon as the answer is made. */
export const refreshToken = endpoint({
  area: "oauth2",
  name: "refresh",
  method: "POST",
  path: "/oauth2/token/refresh",
  body: z.strictObject({ refresh_token: z.string() }),
  output: accessData,
  list: false,
  documented: true,
});

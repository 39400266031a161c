import type { ServiceProblem } from "./service-problem.ts";

const TAKEN = /taken|exist|already|in use|duplicat|unique|used by|ya est|em uso|vergeben|utilis/i;

/** Returns whether the service's message says that the username or e-mail address is taken. */
export function saysTaken({ serverMessage: message }: Pick<ServiceProblem, "serverMessage">): boolean {
  return TAKEN.test(message) && /user.?name|login|e-?mail|account|user\b/i.test(message);
}

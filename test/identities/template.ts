import { createClient } from "../../src/learning-service/client.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import type { Company } from "../helpers/company.ts";

/** A report template, as an administrator creates it in the service. */
export async function makeTemplate(
  c: Pick<Company, "service">,
  body: { name: string; reportType: string; columns?: Record<string, string> },
): Promise<string> {
  const client = createClient(
    { baseUrl: c.service.url, auth: { refreshToken: c.service.issueRefreshToken() } },
    { tokens: memoryTokenStore() },
  );
  try {
    const made = (await client.reports.templates.create(body)) as { id: string };
    return made.id;
  } finally {
    client.close();
  }
}

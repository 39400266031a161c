import { createClient, type Client } from "../../src/learning-service/client.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import type { Company } from "./company.ts";

/** Calls the service as its administrator. */
async function withClient<T>(c: Pick<Company, "service">, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(
    { baseUrl: c.service.url, auth: { refreshToken: c.service.issueRefreshToken() } },
    { tokens: memoryTokenStore() },
  );
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** Assigns a course and a learning path with it to accounts. */
export async function assignCourse(c: Company, userIds: readonly string[], title = "First aid"): Promise<void> {
  await withClient(c, async (client) => {
    const idOf = (made: unknown, name: string): string => String(Reflect.get(Object(made), name));
    const course = idOf(await client.courses.create({ title }), "id");
    const path = idOf(await client.learningPaths.create({ title: "Safety", course_ids: [course] }), "learning_path_id");
    await client.assignments.courses.create({ course_ids: [course], user_ids: [...userIds] });
    await client.assignments.learningPaths.create({ learning_path_ids: [path], user_ids: [...userIds] });
  });
}

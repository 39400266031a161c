import { afterAll, beforeAll, expect, test } from "vitest";
import { setUser } from "../../src/store/console/users.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

test("the account button has the initials of the display name, and the menu the name", async () => {
  await setUser(place.state.db, reviewer.name, { display: "Ana Ruiz Núñez" });
  const { text } = await reviewer.get("/");
  expect(text).toContain('<span class="avatar" aria-hidden="true">AN</span');
  expect(text).toContain("<b><bdi>Ana Ruiz Núñez</bdi></b>");
  expect(text).toMatch(/Account of .*Ana Ruiz Núñez/);
});

test("the filter by reviewer says whom each choice means", async () => {
  const options = async (language: string): Promise<string[]> => {
    await setUser(place.state.db, reviewer.name, { language });
    const [, list = ""] = /<select[^>]*name="for"[^>]*>(.*?)<\/select>/s.exec((await reviewer.get("/review")).text) ?? [];
    return [...list.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, label = ""]) => label.replaceAll(/<[^>]*>/g, "").trim());
  };
  expect(await options("de")).toEqual(["Alle Zuständigen", "Mir zugewiesen", "Nicht zugewiesen"]);
  expect(await options("en")).toEqual(["Any assignee", "Assigned to me", "Not assigned"]);
});

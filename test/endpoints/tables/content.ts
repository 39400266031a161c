import { expect } from "vitest";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { newCourse, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";

const providerId = (code: string): string => fixedUuid(`content provider ${code}`);

/** Content providers, skills and subscriptions: an endpoint each. */
export const contentProviders: Tables["contentProviders"] = {
  get: {
    request: () => ({ params: { id: providerId("acme") }, query: { name: "acme", _limit: "0-5" } }),
    success: async ({ client }) => {
      const provider = await client.contentProviders.get(providerId("lingua"));
      const courses = (await client.courses.list({ content_provider_id: providerId("lingua") }).all()).map(({ id, title }) => ({
        course_id: id,
        title,
      }));
      const account_id = (await client.oauth2.userinfo()).account_id;
      expect(provider).toEqual({
        id: providerId("lingua"),
        account_id,
        code: "lingua",
        name: "Lingua Viva",
        course_id_prefix: "LIN",
        logo_url: provider.logo_url,
        description: "Languages at work, in short lessons.",
        settings: { total_courses: courses.length, courses },
        Record_Creation_Date: provider.Record_Creation_Date,
      });
      expect(courses.length).toBeGreaterThanOrEqual(6);
    },
    parameters: {
      id: async ({ client }) => {
        for (const code of ["acme", "northwind"])
          expect((await client.contentProviders.get(providerId(code).toUpperCase())).code).toBe(code);
      },
      name: async ({ client }) => {
        for (const name of ["Lingua Viva", "lINGUA", "viva"])
          expect((await client.contentProviders.get(providerId("lingua"), { name })).code).toBe("lingua");
      },
      _limit: async (place) => {
        const { client } = place;
        for (let i = 0; i < 18; i++) await newCourse(place, { content_provider_id: providerId("lingua") });
        const courses = async (_limit?: number | string | { offset: number; count: number }) => {
          const { settings } = await client.contentProviders.get(providerId("lingua"), _limit === undefined ? {} : { _limit });
          return settings?.["courses"] as unknown[];
        };
        const all = await courses("0-1000");
        expect(all.length).toBeGreaterThanOrEqual(24);
        expect(await courses()).toEqual(all.slice(0, 20));
        // `<offset>-<count>`, not from and to.
        expect(await courses("5-3")).toEqual(all.slice(5, 8));
        expect(await courses({ offset: all.length - 2, count: 20 })).toEqual(all.slice(-2));
        expect(await courses(`${all.length}-20`)).toEqual([]);
        // A plain integer, which is the documented type, counts from the first on.
        expect(await courses(3)).toEqual(all.slice(0, 3));
        expect(await courses("3")).toEqual(all.slice(0, 3));
      },
    },
    refusals: {
      "a range of nothing": () => ({
        request: { params: { id: providerId("lingua") }, query: { _limit: "1-0" } },
        status: 412,
        says: "_limit",
      }),
      "a count of nothing": () => ({
        request: { params: { id: providerId("lingua") }, query: { _limit: "0" } },
        status: 412,
        says: "_limit",
      }),
      "a name that is another provider's": () => ({
        request: { params: { id: providerId("lingua") }, query: { name: "Acme Academy" } },
        status: 412,
        says: "name",
      }),
    },
  },
};

const found = async ({ client }: Place, query: string, lang?: string) =>
  (await client.skills.search({ query, ...(lang === undefined ? {} : { lang }) }).all()).map(({ title }) => title);

export const skills: Tables["skills"] = {
  search: {
    request: () => ({ body: { query: "a", lang: "es" }, query: {} }),
    success: async ({ client }) => {
      const [skill, ...others] = await client.skills.search({ query: "technical writing" }).all();
      expect(others).toEqual([]);
      const [writing] = await client.skills.search({ query: "writing" }).all();
      const [communication] = await client.skills.search({ query: "communication" }).all();
      expect(communication).toEqual({
        id: communication?.id,
        title: "Communication",
        level: 1,
        Record_Creation_Date: communication?.Record_Creation_Date,
      });
      expect(skill).toEqual({
        id: skill?.id,
        title: "Technical writing",
        parent_id: writing?.id,
        parent_ids: `${communication?.id},${writing?.id}`,
        parent_titles: "Communication / Writing",
        level: 3,
        Record_Creation_Date: communication?.Record_Creation_Date,
      });
    },
    fields: {
      query: async (place) => {
        expect(await found(place, "SAFETY")).toEqual(["Occupational safety", "Fire safety"]);
        expect(await found(place, "  feedback ")).toEqual(["Feedback"]);
        expect(await found(place, "nothing at all")).toEqual([]);
      },
      lang: async (place) => {
        expect(await found(place, "PROTECCION", "es")).toEqual(["Protección de datos"]);
        expect(await found(place, "protec", "es-MX")).toEqual(await found(place, "protec", "ES"));
        expect(await found(place, "protección", "en")).toEqual([]);
        // A language that the service doesn't have is answered in English, the default.
        for (const lang of ["xx", "constructor", ""]) expect(await found(place, "data", lang)).toEqual(await found(place, "data"));
        expect(await found(place, "data")).toContain("Data protection");
        const [skill] = await place.client.skills.search({ query: "incendios", lang: "es" }).all();
        expect(skill?.parent_titles).toBe("Cumplimiento / Prevención de riesgos laborales");
      },
    },
    refusals: {
      "an empty search": () => ({ request: { body: { query: "" } }, status: 412, says: "query" }),
      "a search for blanks": () => ({ request: { body: { query: "  " } }, status: 412, says: "query" }),
    },
  },
};

export const subscriptions: Tables["subscriptions"] = {
  list: {
    request: () => ({ query: {} }),
    success: async (place) => {
      const { client, sandbox } = place;
      const year = sandbox.now().getUTCFullYear();
      const all = await client.subscriptions.list().all();
      expect(all).toHaveLength(4);
      const [whole] = all;
      expect(whole).toEqual({
        id: whole?.id,
        name: "All courses",
        status: "active",
        start_date: `${year}-01-01`,
        end_date: `${year}-12-31`,
        content_access_type: "full",
        number_of_licenses: 500,
        unassigned_licenses: 500 - sandbox.users().length,
        license_rotation_limit: 50,
        is_rotatable: true,
        duration: (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 1000,
        certificate_link: whole?.certificate_link,
      });
      await newUser(place, { auto_license: true });
      expect((await client.subscriptions.list().all())[0]?.unassigned_licenses).toBe((whole?.unassigned_licenses ?? 0) - 1);
    },
    parameters: {
      status: async ({ client, sandbox }) => {
        const statuses = ["deferred", "active", "expired"] as const;
        const all = await client.subscriptions.list().all();
        for (const status of statuses) {
          const fitting = all.filter((item) => item.status === status);
          expect([fitting.length > 0, fitting.length < all.length]).toEqual([true, true]);
          expect(await client.subscriptions.list({ status }).all()).toEqual(fitting);
        }
        // The status is that of the day.
        sandbox.advanceClock(3 * 366 * 86_400_000);
        expect((await client.subscriptions.list({ status: "expired" }).all()).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
        expect(await client.subscriptions.list({ status: "active" }).all()).toEqual([]);
      },
    },
  },
};

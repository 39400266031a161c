import { contract } from "../../../src/learning-service/contract/contract.ts";
import { reportsArea } from "../../../src/sandbox/areas/reports/reports.ts";
import type { Seed } from "../../../src/sandbox/seed/seed.ts";
import { ask, worldOf } from "./world.ts";

const { reports: entries } = contract;
const { templates } = reportsArea;
export type Body = Parameters<typeof templates.create>[0]["body"];

/** Templates and reports of a world, each call judged on both sides. */
export function reporting(seed: Seed = "groups") {
  const world = worldOf(seed);
  const create = (body: Body) => ask(world, entries.templates.create, templates.create, { body });
  const run = (id: string) => ask(world, entries.templates.run, templates.run, { params: { id } });
  const data = (id: string) => ask(world, entries.data, reportsArea.data, { params: { id } });
  return {
    world,
    create,
    run,
    data,
    make: (body: Omit<Body, "name">) => data(run(create({ name: "Mine", ...body }).id).id),
    download: (id: string) => ask(world, entries.download, reportsArea.download, { params: { id } }),
    getTemplate: (id: string) => ask(world, entries.templates.get, templates.get, { params: { id } }),
    removeTemplate: (id: string) => ask(world, entries.templates.delete, templates.delete, { params: { id } }),
    get: (id: string) => ask(world, entries.get, reportsArea.get, { params: { id } }),
    remove: (id: string) => ask(world, entries.delete, reportsArea.delete, { params: { id } }),
    list: (query: Parameters<typeof reportsArea.list>[0]["query"] = {}) => ask(world, entries.list, reportsArea.list, { query }),
    listTemplates: (query: Parameters<typeof templates.list>[0]["query"] = {}) =>
      ask(world, entries.templates.list, templates.list, { query }),
  };
}

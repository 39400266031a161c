import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Area } from "../../area.ts";
import { invalid } from "../../faults/rules.ts";
import { found, searched } from "../find.ts";

/** Handles GET /content_providers/{id}. `_limit` pages the courses in the provider's settings. */
export const contentProvidersArea: Area<Contract["contentProviders"]> = {
  get({ params, query }, { state }) {
    const provider = found(state.all("content_provider"), params.id, "id");
    if (searched([provider], ({ name }) => name, query.name).length === 0) throw invalid("name is not the name of this content provider");
    const { _limit: range = "0-20" } = query;
    const [count = 20, offset = 0] = String(range).split("-").map(Number).reverse();
    const courses = [...state.all("course").values()].filter(({ content_provider_id }) => content_provider_id === provider.id);
    return {
      ...provider,
      settings: {
        ...provider.settings,
        total_courses: courses.length,
        courses: courses.slice(offset, offset + count).map(({ id, title }) => ({ course_id: id, title })),
      },
    };
  },
};

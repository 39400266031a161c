import { randomUUID } from "node:crypto";
import type { Contract } from "../../learning-service/contract/contract.ts";
import type { Area, World } from "../area.ts";
import { JsonText } from "../area.ts";
import { invalid } from "../faults/rules.ts";
import type { SandboxState } from "../state.ts";
import { courseAssignmentsOf, dropAssignmentsOf, learningPathAssignmentsOf } from "./assignments.ts";
import { found } from "./find.ts";
import { groupWriter } from "./group-text.ts";
import type { TreeNode } from "./tree.ts";
import { hasChildren, judgePlace } from "./tree.ts";

/** The tree of groups with their members (interface: "Group"). */
export const groupsArea: Area<Contract["groups"]> = {
  list: ({ query }, world) => new JsonText(groupWriter(world).list(query.search)),

  tree: (_call, world) => new JsonText([`[${groupWriter(world).roots().join(",")}]`]),

  get: ({ params }, world) => one(world, params.group_id, true),

  create({ body }, world) {
    const { name, parent_id: parentId } = body;
    judgePlace(nodesOf(world.state), { name, parent_id: parentId });
    // Not derived from the path: a group that is created again gets another id.
    const id = randomUUID();
    world.state.addGroup({ id, name, parentId: parentId ?? null });
    return one(world, id, false);
  },

  update({ params, body }, world) {
    const group = found(world.state.groups, params.group_id, "group_id");
    const parentId = body.parent_id === undefined ? group.parentId : body.parent_id;
    const name = body.name ?? group.name;
    judgePlace(nodesOf(world.state), { name, parent_id: parentId ?? undefined }, group.id);
    world.state.addGroup({ id: group.id, name, parentId });
    return one(world, group.id, false);
  },

  delete({ params }, { state }) {
    const { id } = found(state.groups, params.group_id, "group_id");
    if (hasChildren(nodesOf(state), id)) throw invalid("the group has child groups");
    dropAssignmentsOf(state, { group_id: id });
    state.dropGroup(id);
    return { id };
  },

  assignments: {
    courses: ({ params }, world) => courseAssignmentsOf(world, params.group_id),
    learningPaths: ({ params }, world) => learningPathAssignmentsOf(world, params.group_id),
  },
};

function one(world: World, id: string, withChildren: boolean): JsonText {
  return new JsonText([groupWriter(world).one(found(world.state.groups, id, "group_id"), withChildren)]);
}

function nodesOf(state: SandboxState): Map<string, TreeNode> {
  return new Map(state.groups.entries().map(([id, { name, parentId }]) => [id, { id, name, parent_id: parentId ?? undefined }]));
}

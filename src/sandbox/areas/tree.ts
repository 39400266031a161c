import { invalid } from "../faults/rules.ts";

export interface TreeNode {
  id: string;
  name: string;
  parent_id?: string | undefined;
}

/**
 * Throws Refusal unless a node may have this parent: the parent exists, is neither the node nor its descendant, and has
 * no other child of that name, ignoring case.
 */
export function judgePlace(nodes: ReadonlyMap<string, TreeNode>, place: Omit<TreeNode, "id">, self?: string): void {
  if (place.parent_id !== undefined && !nodes.has(place.parent_id)) throw invalid(`parent_id does not exist: ${place.parent_id}`);
  for (let at = place.parent_id; at !== undefined; at = nodes.get(at)?.parent_id)
    if (at === self) throw invalid("parent_id is in its own subtree");
  const name = place.name.toLowerCase();
  for (const node of nodes.values())
    if (node.id !== self && node.parent_id === place.parent_id && node.name.toLowerCase() === name)
      throw invalid("the parent already has a child of this name");
}

export function hasChildren(nodes: ReadonlyMap<string, TreeNode>, id: string): boolean {
  return nodes.values().some((node) => node.parent_id === id);
}

export type Nested<N> = N & { children: Nested<N>[] };

/** Returns every node with its subtree, by id; roots have no parent. */
export function nest<N extends TreeNode>(nodes: ReadonlyMap<string, N>): Map<string, Nested<N>> {
  const nested = new Map<string, Nested<N>>(nodes.entries().map(([id, node]) => [id, { ...node, children: [] }]));
  for (const node of nested.values()) if (node.parent_id !== undefined) nested.get(node.parent_id)?.children.push(node);
  return nested;
}

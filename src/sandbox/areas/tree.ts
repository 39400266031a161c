import { invalid } from "../rules.ts";

export interface TreeNode {
  id: string;
  name: string;
  parent_id?: string | undefined;
}

/**
 * Whether a node may stand below a parent: the parent exists, is not the node or below it, and has no other child of
 * that name in any case. Throws Refusal.
 */
export function judgePlace(nodes: ReadonlyMap<string, TreeNode>, place: Omit<TreeNode, "id">, self?: string): void {
  if (place.parent_id !== undefined && !nodes.has(place.parent_id)) throw invalid(`parent_id names nothing: ${place.parent_id}`);
  for (let at = place.parent_id; at !== undefined; at = nodes.get(at)?.parent_id)
    if (at === self) throw invalid("parent_id would put it below itself");
  const name = place.name.toLowerCase();
  for (const node of nodes.values())
    if (node.id !== self && node.parent_id === place.parent_id && node.name.toLowerCase() === name)
      throw invalid("the name stands under the same parent already");
}

export function hasChildren(nodes: ReadonlyMap<string, TreeNode>, id: string): boolean {
  return nodes.values().some((node) => node.parent_id === id);
}

export type Nested<N> = N & { children: Nested<N>[] };

/** Every node with what is below it, by id; the roots among them are those without a parent. */
export function nest<N extends TreeNode>(nodes: ReadonlyMap<string, N>): Map<string, Nested<N>> {
  const nested = new Map<string, Nested<N>>(nodes.entries().map(([id, node]) => [id, { ...node, children: [] }]));
  for (const node of nested.values()) if (node.parent_id !== undefined) nested.get(node.parent_id)?.children.push(node);
  return nested;
}

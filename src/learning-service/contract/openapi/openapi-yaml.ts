import { Document, isPair, isScalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import type { Json } from "./json-schema.ts";

const WIDTH = 100;

/** Returns the text of docs/reference/openapi.yaml, with small leaves such as `{ type: string, format: uuid }` on one line. */
export function openApiYaml(document: Json, comment = ""): string {
  const text = new Document(document, { aliasDuplicateObjects: false });
  if (comment !== "") text.commentBefore = ` ${comment}`;
  visit(text, {
    Collection(_key, node) {
      if (isLeaf(node)) node.flow = true;
    },
  });
  return text.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function isLeaf(node: YAMLMap | YAMLSeq): boolean {
  const scalars = node.items.every((item: unknown) => isScalar(isPair(item) ? item.value : item));
  return scalars && JSON.stringify(node.toJSON()).length < WIDTH;
}

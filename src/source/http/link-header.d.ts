/** The library has no types of its own. */
declare module "http-link-header" {
  export default class LinkHeader {
    static parse(value: string): LinkHeader;
    rel(name: string): { uri: string }[];
  }
}

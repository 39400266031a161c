declare module "pg/lib/utils.js" {
  const utils: {
    /** Writes a value as `pg` sends it. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}

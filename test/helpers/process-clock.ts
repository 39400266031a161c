/** Loaded before a program (`--import`): it begins at the moment of TEST_CLOCK, and its clock goes on from there. */
const Real = Date;
const ahead = Real.parse(process.env["TEST_CLOCK"] ?? "") - Real.now();
if (Number.isNaN(ahead)) throw new Error("TEST_CLOCK is no moment");

globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[], made) => Reflect.construct(target, args.length === 0 ? [Real.now() + ahead] : args, made) as Date,
  apply: () => new Real(Real.now() + ahead).toString(),
  get: (target, name, self) => (name === "now" ? () => Real.now() + ahead : (Reflect.get(target, name, self) as unknown)),
});

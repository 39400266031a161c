/** Writes npm-shrinkwrap.json, which gives anyone who installs the package the versions of our lock file. Run by `prepack`. */
import { readFileSync, writeFileSync } from "node:fs";

interface Locked {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>;
}

const root = new URL("../../", import.meta.url);
const { packages, ...lock } = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as Locked;
const used = Object.entries(packages).filter(([, { dev = false }]) => !dev);
const own = { ...packages[""], devDependencies: undefined };
const shrunk = { ...lock, packages: { ...Object.fromEntries(used), "": own } };
writeFileSync(new URL("npm-shrinkwrap.json", root), `${JSON.stringify(shrunk, null, 2)}\n`);

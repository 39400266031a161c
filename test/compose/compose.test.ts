import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askDocker, composeFile, copiedIntoImage, ourCompose, ourImage, processesOf, readCompose, root } from "../helpers/compose.ts";

const text = readFileSync(composeFile, "utf8");
const ours = Object.entries(ourCompose().services).filter(([, { build }]) => build !== undefined);

/** What whoever can judge says of a compose file: Docker where it answers, else our part of the specification. */
function faultsOf(content: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-compose-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "docker-compose.yml");
  writeFileSync(file, content);
  const read = readCompose(content);
  return [...(askDocker(file)?.faults ?? []), ...("faults" in read ? read.faults : [])];
}

test("docker-compose.yml is as the Compose specification wants it", () => {
  expect(faultsOf(text)).toEqual([]);
});

test.each<[what: string, from: string | RegExp, to: string]>([
  ["a misspelled key of a service", "stop_grace_period: 45s", "stop_grace_periot: 45s"],
  ["a misspelled key of the file", /^volumes:/m, "volume:"],
  ["a secret that is not defined", "secrets: [redis_password]", "secrets: [redis_pasword]"],
  ["a volume that is not defined", "source: postgres, target", "source: postgress, target"],
  ["a network that is not defined", "networks: [data]", "networks: [date]"],
  ["a service that is waited for and not there", "redis: { condition: service_healthy }", "rediss: { condition: service_healthy }"],
  ["a condition that there is not", "redis: { condition: service_healthy }", "redis: { condition: healthy }"],
  ["a duration without a unit", "interval: 10s", "interval: ten"],
  ["YAML that is none", "services:\n", "services: [\n"],
  ["an alias to nothing", "<<: *rollcall", "<<: *rolcall"],
  ["a service that is a list", "  worker:\n", "  worker: []\n  worker2:\n"],
])("%s is found", (_, from, to) => {
  const broken = text.replace(from, to);
  expect(broken).not.toBe(text);
  expect(faultsOf(broken)).not.toEqual([]);
});

test("there are two workers, a scheduler, a console, PostgreSQL and Redis, and a sandbox in the profile demo", () => {
  const { services } = ourCompose();
  expect(Object.keys(services).toSorted()).toEqual(["console", "postgres", "redis", "sandbox", "scheduler", "worker"]);
  expect(services["worker"]?.deploy.replicas).toBe(2);
  expect(Object.entries(services).flatMap(([name, { profiles }]) => (profiles?.includes("demo") ? [name] : []))).toEqual(["sandbox"]);
});

test("our containers run as nobody special, on files that they cannot write, without rights and within limits", () => {
  expect(ours.length).toBe(4);
  for (const [name, one] of ours) {
    expect([name, one.read_only, one.cap_drop, one.cap_add]).toEqual([name, true, ["ALL"], undefined]);
    expect([name, one.security_opt, one.user]).toEqual([name, ["no-new-privileges:true"], "1000:1000"]);
    expect(one.tmpfs?.some((mount) => mount.startsWith("/tmp:"))).toBe(true);
    // The sandbox has no secrets, and people that there are not.
    if (name !== "sandbox") expect([name, one.ulimits]).toEqual([name, { core: 0 }]);
  }
  for (const one of Object.values(ourCompose().services)) {
    expect(one.deploy.resources.limits).toMatchObject({ memory: expect.any(String), cpus: expect.any(String), pids: expect.any(Number) });
    expect(one.cap_drop).toEqual(["ALL"]);
    expect(one.read_only).toBe(true);
    // Nobody but this machine reaches what is published.
    for (const port of one.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

test("jobs, mappings and exports can only be read, and what is written lies in volumes with a name", () => {
  for (const [, one] of ours) {
    for (const mount of one.volumes ?? []) if (mount.type === "bind") expect(mount.read_only).toBe(true);
    expect((one.volumes ?? []).filter(({ type }) => type === "volume").map(({ target }) => target)).toEqual(["/var/lib/rollcall"]);
  }
});

test("every image is named by an exact version", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const images = [...Object.values(ourCompose().services).map(({ image }) => image), /NODE_IMAGE=(\S+)/.exec(dockerfile)?.[1] ?? ""];
  for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?$/);
  // The Node of the image is the one that the tests run on.
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { devDependencies: { node: string } };
  expect(dockerfile).toContain(`node:${devDependencies.node}-`);
});

test("secrets are files: each is used, is explained in docs/guides/install.md, and no variable holds one", () => {
  const { services, secrets } = ourCompose({});
  const page = readFileSync(join(root, "docs/guides/install.md"), "utf8");
  const used = new Set(Object.values(services).flatMap((one) => one.secrets ?? []));
  expect([...used].toSorted()).toEqual(Object.keys(secrets).toSorted());
  for (const [name, { file }] of Object.entries(secrets)) {
    expect(file).toBe(`./.secrets/${name}`);
    expect(page, `for ${name}`).toContain(`\`${name}\``);
  }
  for (const [name, one] of Object.entries(services)) {
    for (const [variable, value] of Object.entries(one.environment ?? {})) {
      if (variable.endsWith("_FILE")) expect(one.secrets, `for ${name} ${variable}`).toContain(value.replace("/run/secrets/", ""));
      else expect(variable, `for ${name}`).not.toMatch(/SECRET|TOKEN|PASSWORD|DATABASE_URL|REDIS_URL/);
    }
  }
  // Otherwise a process would start without it: without a metrics token nobody could read /metrics.
  for (const name of ["worker", "scheduler", "console"]) {
    const { environment = {}, secrets: given = [] } = services[name] ?? {};
    for (const secret of given) {
      const variable = `${secret.toUpperCase()}_FILE`;
      expect(Object.keys(environment), `for ${name}`).toContain(secret === "metrics_token" ? `ROLLCALL_${variable}` : variable);
    }
  }
  expect(readFileSync(join(root, ".gitignore"), "utf8")).toMatch(/^\/\.secrets\/$/m);
});

test("everything that the image copies is there and is not kept away from Docker", () => {
  const made = ["node_modules", "dist"];
  const admitted = readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  const wanted = copiedIntoImage()
    .map(({ from }) => from)
    .filter((path) => !made.includes(path));
  expect(wanted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(wanted.filter((path) => !admitted.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  expect(admitted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(ourImage().entrypoint).toEqual(["node", "/app/bin/rollcall.js"]);
});

test("the image keeps neither the compiler nor anything else that only the build needs", () => {
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toMatch(/^RUN npm prune --omit=dev --omit=optional /m);
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  const kept = Object.entries(packages).flatMap(([name, { dev, optional, devOptional }]) => (dev || optional || devOptional ? [] : [name]));
  expect(kept.filter((name) => /typescript|vitest|oxlint|\/node$/.test(name))).toEqual([]);
});

test("the image's user can read a checkout whose files are private", () => {
  const [build = ""] = readFileSync(join(root, "Dockerfile"), "utf8").split(/^FROM \S+$/m);
  expect(build.split("\nCOPY . .\n")[1]).toMatch(/^RUN chmod -R go\+rX \.$/m);
});

test("every service has a health check, and every command is one of ours or of its image", () => {
  const services = Object.keys(ourCompose().services);
  const processes = processesOf(ourCompose(), { secrets: "/tmp/secrets", state: "/tmp/state" });
  expect(processes.filter(({ what }) => what === "healthcheck").map(({ service }) => service)).toEqual(services);
  // PostgreSQL runs what its image says.
  expect(processes.filter(({ what }) => what === "command").map(({ service }) => service)).toEqual(
    services.filter((name) => name !== "postgres"),
  );
  for (const { argv } of processes) expect(JSON.stringify(argv)).not.toMatch(/\/(app|run\/secrets)\//);
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const composeFile = join(root, "docker-compose.yml");

const name = z.string().regex(/^[a-z0-9][a-z0-9._-]*$/);
const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/);
const size = z.string().regex(/^\d+([bkmg]b?)?$/i);
const words = z.union([z.array(z.string()).min(1), z.string().min(1)]);
const values = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string());

const volume = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("bind"),
    source: z.string().min(1),
    target: z.string().startsWith("/"),
    read_only: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal("volume"), source: name, target: z.string().startsWith("/"), read_only: z.boolean().optional() }),
]);

const healthcheck = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: duration,
  timeout: duration,
  retries: z.number().int().positive(),
  start_period: duration,
});

const limits = z.strictObject({ cpus: z.string().regex(/^\d+(\.\d+)?$/), memory: size, pids: z.number().int().positive() });
const deploy = z.strictObject({
  replicas: z.number().int().positive().optional(),
  resources: z.strictObject({ limits, reservations: limits.partial().optional() }),
});

/** The part of the Compose specification that our file uses; what it does not know is a fault. */
const service = z.strictObject({
  image: z.string().regex(/^[a-z0-9./_-]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/),
  build: z.string().optional(),
  profiles: z.array(name).optional(),
  command: words.optional(),
  environment: values.optional(),
  user: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string().startsWith("/")).optional(),
  ulimits: z.strictObject({ core: z.literal(0) }).optional(),
  shm_size: size.optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.enum(["no", "always", "on-failure", "unless-stopped"]),
  stop_grace_period: duration,
  stop_signal: z.string().startsWith("SIG").optional(),
  networks: z.array(name),
  ports: z.array(z.string().regex(/^(\d+\.\d+\.\d+\.\d+:)?\d+:\d+$/)).optional(),
  volumes: z.array(volume).optional(),
  secrets: z.array(name).optional(),
  depends_on: z
    .record(name, z.strictObject({ condition: z.enum(["service_started", "service_healthy", "service_completed_successfully"]) }))
    .optional(),
  healthcheck: healthcheck.optional(),
  deploy,
});

const composeSchema = z.strictObject({
  name,
  services: z.record(name, service),
  networks: z.record(name, z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(name, z.strictObject({})),
  secrets: z.record(name, z.strictObject({ file: z.string().min(1) })),
});

export type Compose = z.output<typeof composeSchema>;

/** Puts `${NAME:-default}` into every text, as Compose does before it looks at the file; `$$` stays for the container. */
function interpolated(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === "string") {
    return value.replaceAll(/\$\$|\$\{([A-Z_][A-Z0-9_]*)(?::-([^}]*))?\}|\$/g, (match, variable?: string, otherwise?: string) => {
      if (match === "$$") return match;
      if (variable === undefined) throw new Error(`a lonely $ in \`${value}\``);
      return env[variable] || (otherwise ?? "");
    });
  }
  if (Array.isArray(value)) return value.map((one) => interpolated(one, env));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolated(one, env)]));
}

/** The file as Compose would have it, or everything that is wrong with it. */
export function readCompose(text: string, env: Readonly<Record<string, string>> = {}): { compose: Compose } | { faults: string[] } {
  let value: unknown;
  try {
    value = interpolated(parse(text, { merge: true }), env);
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
  const plain = typeof value === "object" && value !== null ? Object.entries(value).filter(([key]) => !key.startsWith("x-")) : [];
  const read = composeSchema.safeParse(Object.fromEntries(plain));
  if (!read.success) return { faults: read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
  const faults = danglingIn(read.data);
  return faults.length > 0 ? { faults } : { compose: read.data };
}

/** Names that lead nowhere. */
function danglingIn({ services, ...top }: Compose): string[] {
  return Object.entries(services).flatMap(([of, one]) => {
    const used: ["secrets" | "networks" | "volumes" | "services", string[]][] = [
      ["secrets", one.secrets ?? []],
      ["networks", one.networks],
      ["volumes", (one.volumes ?? []).flatMap(({ type, source }) => (type === "volume" ? [source] : []))],
      ["services", Object.keys(one.depends_on ?? {})],
    ];
    return used.flatMap(([kind, names]) =>
      names
        .filter((each) => !Object.hasOwn(kind === "services" ? services : top[kind], each))
        .map((each) => `${of}: ${kind} has no ${each}`),
    );
  });
}

/** Our own file; a test that uses it has no use for one with faults. */
export function ourCompose(env: Readonly<Record<string, string>> = {}): Compose {
  const read = readCompose(readFileSync(composeFile, "utf8"), env);
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  return read.compose;
}

/** What the Docker client says of a file; `null` where there is none with Compose. */
export function askDocker(file: string): { faults: string[] } | null {
  try {
    execFileSync("docker", ["compose", "version"], { stdio: "ignore" });
  } catch {
    return null;
  }
  try {
    execFileSync("docker", ["compose", "--profile", "*", "--file", file, "config", "--quiet"], { encoding: "utf8", stdio: "pipe" });
    return { faults: [] };
  } catch (error) {
    return { faults: [String(error instanceof Error && "stderr" in error ? error.stderr : error)] };
  }
}

/** The instructions of the image's last stage that say what runs in it. */
export function ourImage(): { entrypoint: string[]; command: string[]; healthcheck: string[]; environment: Record<string, string> } {
  const text = readFileSync(join(root, "Dockerfile"), "utf8").replaceAll(/\\\n/g, " ");
  const last = text.slice(text.lastIndexOf("\nFROM "));
  const listAfter = (instruction: RegExp): string[] => {
    const found = instruction.exec(last)?.[1];
    if (found === undefined) throw new Error(`the Dockerfile has no ${String(instruction)}`);
    return z.array(z.string()).parse(JSON.parse(found));
  };
  const env = /^ENV (.*)$/m.exec(last)?.[1] ?? "";
  return {
    entrypoint: listAfter(/^ENTRYPOINT (\[.*\])$/m),
    command: listAfter(/^CMD (\[.*\])$/m),
    healthcheck: listAfter(/^HEALTHCHECK .*CMD (\[.*\])$/m),
    environment: Object.fromEntries(env.split(/\s+/).map((pair) => pair.split("=") as [string, string])),
  };
}

/** What the image's last stage holds of the one before, by its path in the checkout and in the image. */
export function copiedIntoImage(): { from: string; to: string }[] {
  const text = readFileSync(join(root, "Dockerfile"), "utf8");
  return [...text.matchAll(/^COPY --from=build (.+) \/app\/(\S*)$/gm)].flatMap(([, from = "", to = ""]) =>
    from.split(" ").map((path) => {
      const own = path.replace("/build/", "");
      return { from: own, to: to === "" || to.endsWith("/") ? to + (own.split("/").at(-1) ?? "") : to };
    }),
  );
}

export interface Process {
  service: string;
  what: "command" | "healthcheck";
  /** The program and its arguments, as they run on this machine. */
  argv: string[];
  environment: Record<string, string>;
}

/** Where on this machine what the containers find in theirs is. */
export interface Places {
  /** Stands for /run/secrets. */
  secrets: string;
  /** Stands for /var/lib/rollcall. */
  state: string;
}

/** Every command that the compose file and the image run, each as a process of this machine. */
export function processesOf(compose: Compose, { secrets, state }: Places): Process[] {
  const image = ourImage();
  const here = (text: string): string =>
    text
      .replaceAll("$$", "$")
      .replaceAll("/app/bin/healthy.js", join(root, "bin/healthy.js"))
      .replaceAll("/app/", root)
      .replaceAll("/run/secrets", secrets)
      .replaceAll("/var/lib/rollcall", state);
  const local = (argv: readonly string[]): string[] =>
    argv.map(here).map((word, i) => (i === 0 && word === "node" ? process.execPath : word));
  const listed = (command: string | readonly string[]): readonly string[] =>
    typeof command === "string" ? ["sh", "-c", command] : command;
  return Object.entries(compose.services).flatMap(([of, one]): Process[] => {
    const ours = one.build !== undefined;
    const given = { ...(ours ? image.environment : {}), ...one.environment };
    const environment = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, here(value)]));
    const command = ours ? [...image.entrypoint, ...listed(one.command ?? image.command)] : listed(one.command ?? []);
    const [kind, ...test] = one.healthcheck?.test ?? ["CMD", ...(ours ? image.healthcheck : [])];
    const check = kind === "CMD-SHELL" ? listed(test.join(" ")) : test;
    return [
      ...(command.length === 0 ? [] : [{ service: of, what: "command" as const, argv: local(command), environment }]),
      ...(check.length === 0 ? [] : [{ service: of, what: "healthcheck" as const, argv: local(check), environment }]),
    ];
  });
}

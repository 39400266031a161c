import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { withTls } from "../../src/config/database-tls.ts";
import { workplace } from "../helpers/cli.ts";
import { root } from "../helpers/compose.ts";

const reference = join(root, "docs/reference");
const page = readFileSync(join(root, "docs/guides/install.md"), "utf8");
const units = readdirSync(join(reference, "systemd"))
  .filter((name) => /\.(service|timer)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(reference, "systemd", name), "utf8") }));
const services = units.filter(({ name }) => name.endsWith(".service"));

/** Whether systemd's own judge is here. */
const judged = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(judged)("systemd finds nothing wrong with the units in docs/reference/systemd, and something with a broken one", () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-units-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, "units"));
  const verify = (change: (text: string) => string): string => {
    for (const { name, text } of units) {
      // This machine has neither the program in /opt nor the user.
      const here = text.replaceAll(/\/opt\/rollcall\/\S+\/node/g, process.execPath).replaceAll(/^(User|Group)=rollcall$/gm, "$1=root");
      writeFileSync(join(dir, "units", name), change(here));
    }
    // An instance of a template is verified by its name.
    const files = units.map(({ name }) => join(dir, "units", name));
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", ...files], { encoding: "utf8" });
    return stderr
      .split("\n")
      .filter((line) => units.some(({ name }) => line.includes(name.replace(/@?\..*/, ""))))
      .join("\n");
  };
  expect(verify((text) => text)).toBe("");
  expect(verify((text) => text.replace("ProtectSystem=strict", "ProtectSystems=strict"))).toMatch(/Unknown key.*ProtectSystems/);
  expect(verify((text) => text.replace("Europe/Madrid", "Europe/Madrit"))).not.toBe("");
});

/** Returns the help of a command with these arguments. */
async function helpOf(...args: string[]): Promise<string> {
  const place = workplace();
  onTestFinished(() => place.remove());
  const { code, stdout, stderr } = await place.run([...args, "--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

test("the units run what there is, as nobody special, with their secrets as files", async () => {
  expect(units.map(({ name }) => name).toSorted()).toEqual(["rollcall-serve.service", "rollcall@.service", "rollcall@.timer"]);
  for (const { name, text } of services) {
    const line = /^ExecStart=\S+\/node \/opt\/rollcall\/(\S+) (.*)$/m.exec(text);
    const [program = "", words = ""] = line?.slice(1) ?? [];
    expect(program).toBe("bin/rollcall.js");
    const help = await helpOf(...words.replace("%i", "nightly").split(" "));
    for (const option of words.split(" ").filter((word) => word.startsWith("--"))) expect(help, `for ${name}`).toContain(option);
    expect(text).toMatch(/^User=rollcall$/m);
    expect(text).toMatch(/^CapabilityBoundingSet=$/m);
    expect(text).toMatch(/^LimitCORE=0$/m);
    expect(text).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
    for (const [, secret = ""] of text.matchAll(/_FILE=%d\/(\w+)/g))
      expect(text).toContain(`LoadCredential=${secret}:/etc/rollcall/${secret}`);
    expect(text).not.toMatch(/(TOKEN|KEY|PASSWORD)=/);
  }
});

test("the script for commands by hand passes on the secrets, the state and every argument", () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-script-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const script = readFileSync(join(reference, "systemd/rollcall.sh"), "utf8");
  // systemd's own part: it drops its options, sets the folder of the credentials, and runs the rest.
  const runner = `#!/bin/sh
    while [ "\${1#--}" != "$1" ]; do printf '%s\\n' "$1" >> ${dir}/options; shift; done
    CREDENTIALS_DIRECTORY=/run/credentials exec "$@"`;
  writeFileSync(join(dir, "systemd-run"), runner, { mode: 0o755 });
  const program = `#!/bin/sh\nprintf '%s\\n' "$LMS_REFRESH_TOKEN_FILE" "$ROLLCALL_SECRET_KEY_FILE" "$@"`;
  writeFileSync(join(dir, "node"), program, { mode: 0o755 });
  writeFileSync(join(dir, "database_url"), "postgres://rollcall@db.example.com/rollcall");
  const here = script.replace("/opt/rollcall/node_modules/.bin/node", join(dir, "node")).replace("-f /etc/rollcall", `-f ${dir}`);
  const { stdout, stderr } = spawnSync("sh", ["-c", here, "rollcall", "review", "approve", "--reason", "no longer there"], {
    env: { PATH: `${dir}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const credentials = ["/run/credentials/lms_refresh_token", "/run/credentials/rollcall_secret_key"];
  expect(stdout.trimEnd().split("\n")).toEqual([
    ...credentials,
    "/opt/rollcall/bin/rollcall.js",
    "review",
    "approve",
    "--reason",
    "no longer there",
  ]);
  const options = readFileSync(join(dir, "options"), "utf8").trimEnd().split("\n");
  for (const { text } of services)
    for (const [, credential = ""] of text.matchAll(/^LoadCredential=(.*)$/gm))
      expect(options).toContain(`--property=LoadCredential=${credential}`);
  // Only where the file is there: migrate-state, and every command after it, needs it.
  expect(options).toContain("--property=LoadCredential=database_url:/etc/rollcall/database_url");
  expect(
    spawnSync("sh", ["-c", script.replace("/opt/rollcall/node_modules/.bin/node", join(dir, "node"))], {
      env: { PATH: `${dir}:/usr/bin:/bin` },
    }).status,
  ).toBe(0);
  expect(options).toEqual(
    expect.arrayContaining(["--uid=rollcall", "--setenv=ROLLCALL_STATE=/var/lib/rollcall", "--property=StateDirectory=rollcall"]),
  );
});

test("the steps for systemd create every folder, file and secret that the units use", () => {
  const steps = page.slice(page.indexOf("## One machine: systemd"), page.indexOf("## Docker Compose"));
  for (const { text } of services) {
    for (const [, file = ""] of text.matchAll(/^LoadCredential=\w+:(.*)$/gm))
      expect(steps).toMatch(new RegExp(`install -m 0400 /dev/stdin ${file}$`, "m"));
    for (const [, folder = ""] of text.matchAll(/^WorkingDirectory=(.*)$/gm)) expect(steps).toContain(`install -d -m 0755 ${folder} `);
  }
  for (const [, file = ""] of steps.matchAll(/install -m 0644 \/opt\/rollcall\/(\S+)/g))
    expect(existsSync(join(root, file)), `for ${file}`).toBe(true);
  expect(steps).toContain("cd /opt/rollcall/docs/reference/systemd\n");
  const installed = [...steps.matchAll(/install -m 0[67][45][45] (?!\/)(.*) \/(?:etc\/systemd\/system\/|usr\/local\/sbin\/rollcall)$/gm)];
  const names = installed.flatMap(([, files = ""]) => files.split(" "));
  expect(names.toSorted()).toEqual(readdirSync(join(reference, "systemd")).toSorted());
  expect(steps).toMatch(/systemd 252 or newer/);
});

test("the pages document the variables of proxies and certificates, and each sslmode that a database address may have", () => {
  const environment = readFileSync(join(reference, "environment.md"), "utf8");
  const documented = [...(page + environment).matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  expect(documented).toEqual(expect.arrayContaining(["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"]));
  const accepted = ["verify-full", "require", "verify-ca", "no-verify", "disable"];
  for (const mode of accepted) expect(withTls(`postgres://db.example.com/x?sslmode=${mode}`, "DATABASE_URL")).toContain("sslmode=");
  expect(documented).toEqual(expect.arrayContaining(accepted));
});

test("the network policy is for the pods of the examples, and Prometheus reaches their metrics with a token", () => {
  const file = readFileSync(join(reference, "network-policy.yaml"), "utf8");
  // The examples that are commented out are rules, too.
  const rule = expect.objectContaining({ to: expect.any(Array), ports: expect.any(Array) });
  const egress = (parse(file.replaceAll(/^( +)# (- to:|  ports:)/gm, "$1$2")) as { items: { spec: { egress?: unknown[] } }[] }).items[1];
  expect(egress?.spec.egress?.slice(2)).toEqual([rule, rule, rule]);
  expect(file).toMatch(/HTTPS_PROXY[\s\S]*OTEL_EXPORTER_OTLP_ENDPOINT/);
  const policies = (parse(file) as { items: { metadata: { name: string }; spec: { ingress?: { ports: { port: number }[] }[] } }[] }).items;
  expect(policies.map(({ metadata }) => metadata.name)).toEqual([
    "rollcall-default",
    "rollcall-egress",
    "rollcall-console",
    "rollcall-metrics",
  ]);
  const open =
    policies
      .find(({ metadata }) => metadata.name === "rollcall-metrics")
      ?.spec.ingress?.flatMap(({ ports }) => ports.map(({ port }) => port)) ?? [];
  const served = pods.filter(({ kind }) => kind === "Deployment");
  for (const { pod } of served) {
    const [container] = pod.containers;
    expect(open).toContain(container?.ports?.[0]?.containerPort);
    expect(container?.env.map(({ name }) => name)).toContain("ROLLCALL_METRICS_TOKEN_FILE");
  }
  // The root of a volume belongs to root, and a state must belong to its user.
  for (const { pod } of pods) expect(pod.containers[0]?.env).toContainEqual({ name: "ROLLCALL_STATE", value: "/var/lib/rollcall/state" });
});

interface Item {
  kind: string;
  metadata: { name: string };
  spec: { template?: { spec: Pod }; jobTemplate?: { spec: { template: { spec: Pod } } } };
}
interface Pod {
  securityContext: object;
  automountServiceAccountToken: boolean;
  containers: {
    args: string[];
    ports?: { containerPort: number }[];
    env: { name: string; value: string }[];
    securityContext: object;
    volumeMounts: { name: string }[];
    resources: object;
  }[];
  volumes: { name: string; secret?: { secretName: string; defaultMode: number } }[];
}

const items = ["kubernetes-cronjob.yaml", "kubernetes-deployments.yaml"].flatMap(
  (name) => (parse(readFileSync(join(reference, name), "utf8"), { merge: true }) as { items: Item[] }).items,
);
const pods = items.flatMap(({ kind, metadata, spec }) => {
  const pod = spec.template?.spec ?? spec.jobTemplate?.spec.template.spec;
  return pod === undefined ? [] : [{ kind, name: metadata.name, pod }];
});

test("the examples for Kubernetes are whole: every role, hardened, with probes and with volumes that are there", async () => {
  expect(pods.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "CronJob rollcall-nightly",
    "Deployment rollcall-worker",
    "Deployment rollcall-scheduler",
    "Deployment rollcall-console",
  ]);
  for (const { kind, name, pod } of pods) {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(pod.containers).toHaveLength(1);
    for (const { args, env, securityContext, volumeMounts, resources, ...rest } of pod.containers) {
      expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
      expect(volumeMounts.map((mount) => mount.name).toSorted()).toEqual(pod.volumes.map((volume) => volume.name).toSorted());
      expect(resources).toMatchObject({ limits: { memory: expect.any(String) } });
      expect([name, Object.keys(rest).some((key) => key.endsWith("Probe"))]).toEqual([name, kind === "Deployment"]);
      for (const variable of env) if (variable.value.startsWith("/run/")) expect(variable.name).toMatch(/_FILE$/);
      const help = await helpOf(...args);
      for (const option of args.filter((word) => word.startsWith("--"))) expect(help, `for ${name}`).toContain(option);
    }
    // Others than the owner and the group have no right to them: Rollcall would refuse them.
    for (const { secret } of pod.volumes) if (secret !== undefined) expect(secret.defaultMode.toString(8)).toBe("440");
  }
});

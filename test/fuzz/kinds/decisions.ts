import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as XLSX from "xlsx";
import { teamCompany, type TeamCompany } from "../../helpers/team-company.ts";
import type { Kind } from "../case.ts";
import { judgeCommand } from "../judge.ts";
import { hostileValue, mutatedZips } from "../mutate.ts";

/** A cell of a sheet gets another value. */
interface Cell {
  sheet: number;
  row: number;
  column: number;
  value: unknown;
}

interface Input {
  cells: Cell[];
  /** Changes the archive after the cells, with this seed. */
  archive: number | null;
  as: "xlsx" | "ods";
  dryRun: boolean;
}

const verdicts = ["approve", "reject", "keep", "leave", "Genehmigen", "APPROVE ", "yes", "2027-01-31", "1.2.2027", 46_000, -5, 1e300];
const cell: fc.Arbitrary<Cell> = fc.record({
  sheet: fc.nat(3),
  row: fc.oneof(fc.nat(8), fc.constantFrom(0, 500)),
  column: fc.nat(25),
  value: fc.oneof(fc.constantFrom<unknown>(...verdicts), hostileValue),
});

export const kind: Kind<Input> = {
  name: "decisions",
  perPlace: 150,
  input: fc.record({
    cells: fc.array(cell, { maxLength: 6 }),
    archive: fc.option(fc.integer(), { nil: null }),
    as: fc.constantFrom("xlsx" as const, "xlsx" as const, "ods" as const),
    dryRun: fc.boolean(),
  }),
  open: async () => {
    const company = await teamCompany();
    const book = await exportedBook(company);
    return {
      run: async ({ cells, archive, as, dryRun }) => {
        const edited = withCells(book, cells, as);
        const bytes = archive === null ? edited : (fc.sample(mutatedZips([edited]), { seed: archive, numRuns: 1 })[0] ?? edited);
        company.place.write("decided.xlsx", bytes);
        const args = ["review", "import", "decided.xlsx", "--reviewer", "Ana Ruiz", "--json", ...(dryRun ? ["--dry-run"] : [])];
        return `${as}: ${judgeCommand(await company.place.run(args), "review import")}`;
      },
      close: company.close,
    };
  },
};

/** Two nights with movers, and the reviewer's workbook of their pending removals. */
async function exportedBook(company: TeamCompany): Promise<Buffer> {
  const ids = Array.from({ length: 6 }, (_, i) => `p${i + 1}`);
  company.file(ids.map((id) => ({ id })));
  await company.sync();
  company.file(ids.map((id) => ({ id, department: "Legal", teams: "Boreal" })));
  await company.sync();
  const { code, stderr } = await company.run("review", "export", "--out", "review.xlsx");
  if (code !== 0) throw new Error(stderr);
  return readFileSync(join(company.place.dir, "review.xlsx"));
}

function withCells(bytes: Buffer, cells: readonly Cell[], as: "xlsx" | "ods"): Buffer {
  const book = XLSX.read(bytes, { type: "buffer" });
  for (const { sheet, row, column, value } of cells) {
    const rows = book.Sheets[book.SheetNames[sheet % book.SheetNames.length] ?? ""];
    if (rows === undefined) continue;
    // A cell of the format takes no more than 32,767 characters.
    const text = typeof value === "object" ? JSON.stringify(value) : value;
    const plain = typeof text === "string" ? text.slice(0, 32_000) : text;
    XLSX.utils.sheet_add_aoa(rows, [[plain]], { origin: { r: row, c: column } });
  }
  return XLSX.write(book, { type: "buffer", bookType: as, compression: true }) as Buffer;
}

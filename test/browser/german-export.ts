import { utils, write } from "xlsx";

/** An export as German HR systems write it: semicolons, windows-1252, and a status that no rule knows. */
const statuses = ["Aktiv", "Elternzeit", "Ausgeschieden", "Status XY"];
const rows = Array.from(
  { length: 40 },
  (_, i) => `${100 + i};Groß${i};Jörg;p${i}@acme.de;${["Vertrieb", "IT"][i % 2]};Köln;${statuses[i % 4]};41${i % 3}`,
);
const head = "Personalnummer;Nachname;Vorname;Geschäftliche E-Mail;Abteilung;Standort;Beschäftigungsstatus;Kst.";

/** The export as a file to choose in a form: a workbook with a second sheet, or CSV. */
export function germanExport(name: string): { name: string; mimeType: string; buffer: Buffer } {
  if (name.endsWith(".xlsx")) return { name, mimeType: "application/octet-stream", buffer: workbook() };
  return { name, mimeType: "text/csv", buffer: Buffer.from([head, ...rows].join("\r\n"), "latin1") };
}

function workbook(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows].map((row) => row.split(";"))), "Personal");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Stand"], ["heute"]]), "Info");
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}

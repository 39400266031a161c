import { strToU8, zipSync } from "fflate";
import type { Course } from "../../../learning-service/contract/courses.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes text for XML or HTML. Characters that XML 1.0 does not allow become U+FFFD. */
function xmlText(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "\ufffd").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Returns the course as a SCORM 1.2 package: a ZIP file with a manifest and one page. */
export function scormPackage(course: Course): Uint8Array {
  const files = { "imsmanifest.xml": strToU8(manifest(course)), "index.html": strToU8(page(course)) };
  // Deterministic bytes for the same course.
  return zipSync(files, { level: 6, mtime: course.Record_Creation_Date });
}

function manifest({ id, title }: Course): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="COURSE-${id}" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="ORGANIZATION">
    <organization identifier="ORGANIZATION">
      <title>${xmlText(title)}</title>
      <item identifier="ITEM" identifierref="RESOURCE">
        <title>${xmlText(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="RESOURCE" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}

/** Reports completion to the launching system (SCORM 1.2). */
const REPORT = `var at = window, api = null;
for (var i = 0; i < 10 && !(api = at.API || null) && at.parent !== at; i++) at = at.parent;
if (api) { api.LMSInitialize(""); api.LMSSetValue("cmi.core.lesson_status", "completed"); api.LMSCommit(""); api.LMSFinish(""); }`;

function page({ title, description, lang, lessons }: Course): string {
  return `<!doctype html>
<html lang="${xmlText(lang)}">
<head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body>
<h1>${xmlText(title)}</h1>
<p>${xmlText(description ?? "")}</p>
<ol>${lessons.map(({ name }) => `<li>${xmlText(name)}</li>`).join("")}</ol>
<script>
${REPORT}
</script>
</body>
</html>
`;
}

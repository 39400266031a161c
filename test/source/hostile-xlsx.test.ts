import { expectEach } from "./hostile/expect.ts";
import { workbooks } from "./hostile/xlsx.ts";

expectEach(workbooks, "people.xlsx");

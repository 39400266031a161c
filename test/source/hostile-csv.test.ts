import { readCsv } from "./hostile/csv-read.ts";
import { refusedCsv } from "./hostile/csv-refused.ts";
import { expectEach } from "./hostile/expect.ts";

expectEach([...refusedCsv, ...readCsv], "people.csv");

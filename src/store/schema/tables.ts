import type { Kysely } from "kysely";
import type { AccountTables } from "./accounts.ts";
import type { ConsoleTables } from "./console.ts";
import type { MissingGroupTables } from "./missing-groups.ts";
import type { OperationTables } from "./operations.ts";
import type { PeopleTables } from "./people.ts";
import type { ProcessTables } from "./processes.ts";
import type { ReviewTables } from "./review.ts";
import type { RunTables } from "./runs.ts";

export interface Tables
  extends AccountTables, ConsoleTables, MissingGroupTables, OperationTables, PeopleTables, ProcessTables, ReviewTables, RunTables {}

export type Db = Kysely<Tables>;

import { contract } from "./contract.ts";

contract("embedded", async () => null);

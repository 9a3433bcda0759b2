export { type FuzzBudget, fuzzBudget } from "./hostile/fuzz-budget.ts";
export { spoilBytes, spoilJson, spoilText } from "./hostile/spoil.ts";
export {
  type BatchContent,
  type BatchWriter,
  createBatchWriter,
  openRequest,
  textFact,
  textTurn,
} from "./store-batch.ts";
export { type StoreUnderTest, storeSuite } from "./store-suite.ts";

export {
  type BatchContent,
  type BatchWriter,
  createBatchWriter,
  openRequest,
  textFact,
  textTurn,
} from "./store-batch.ts";
export { type StoreUnderTest, storeSuite } from "./store-suite.ts";

export type { Nothing } from './hook-params.ts'
export {
  type BlockNumberOptions,
  useBlockNumber,
  useEnsName,
  useReadContract,
  useSimulateContract,
  useTransactionReceipt,
} from './read-hooks.ts'
export {
  type SignTypedData,
  useSignTypedData,
  useWatchContractEvent,
  useWriteContract,
  type WriteContract,
} from './write-hooks.ts'

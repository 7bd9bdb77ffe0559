export {
  type BlockNumberOptions,
  type Nothing,
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

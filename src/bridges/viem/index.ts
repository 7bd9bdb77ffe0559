export { publicClient, walletClient } from './clients.ts'
export { loadViem } from './context.ts'
export { getBlockNumber, getEnsName, getTransactionReceipt, readContract, simulateContract } from './reads.ts'
export type {
  AnyAbi,
  ContractClient,
  ContractSimulation,
  EnsNameParams,
  EventLogs,
  NetworkOption,
  ReadArgs,
  ReadContractParams,
  ReadName,
  ReadResult,
  SignTypedDataParams,
  SimulateContractParams,
  TransactionReceiptParams,
  WatchContractEventParams,
  WriteArgs,
  WriteContractParams,
  WriteName,
  WriteResult,
} from './types.ts'
export { watchContractEvent } from './watch.ts'
export { signTypedData, writeContract } from './writes.ts'

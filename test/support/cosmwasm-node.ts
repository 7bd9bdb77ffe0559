import type { ServerResponse } from 'node:http'
import {
  QuerySmartContractStateRequest,
  QuerySmartContractStateResponse,
} from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { loopback } from './loopback.ts'

/** The error that a contract answers with. */
export class ContractError extends Error {}

/** Answers a smart query to a contract. Throws a `ContractError` if the contract answers with an error. */
export type FakeContract = (question: Readonly<Record<string, Readonly<Record<string, string>>>>) => unknown

/**
 * Starts a fake node of a cosmos network on loopback. The node answers with its chain id, and answers smart queries to these
 * contracts. cosmjs-types decodes the queries and encodes the answers.
 */
export async function cosmwasmNode(chainId: string, contracts: Readonly<Record<string, FakeContract>>) {
  /** The queries to contracts, in order. */
  const questions: object[] = []
  /** `write`, if set, writes the whole response to each following query. */
  const fault: { write?: ((response: ServerResponse) => void) | undefined } = {}

  const query = (path: string, data: string) => {
    if (path !== '/cosmwasm.wasm.v1.Query/SmartContractState')
      return { code: 6, codespace: 'sdk', log: `unknown query path: ${path}: unknown request` }
    const request = QuerySmartContractStateRequest.decode(Buffer.from(data, 'hex'))
    const question = JSON.parse(Buffer.from(request.queryData).toString())
    questions.push(question)
    const contract = contracts[request.address]
    // The errors of wasmd (x/wasm/types/errors.go), as the SDK reports them when it answers an ABCI query.
    if (!contract) return { code: 18, codespace: 'sdk', log: 'no such contract: invalid request' }
    try {
      const answer = Buffer.from(JSON.stringify(contract(question)))
      const response = QuerySmartContractStateResponse.encode({ data: answer }).finish()
      return { code: 0, log: '', value: Buffer.from(response).toString('base64') }
    } catch (error) {
      if (!(error instanceof ContractError)) throw error
      return {
        code: 18,
        codespace: 'sdk',
        log: `Generic error: ${error.message}: query wasm contract failed: invalid request`,
      }
    }
  }
  const node = await loopback((request, response) => {
    const body = JSON.parse(request.body)
    const reply = ({
      id,
      method,
      params,
    }: {
      id: number
      method: string
      params: Record<string, string>
    }) => {
      if (method === 'status') return { jsonrpc: '2.0', id, result: { node_info: { network: chainId } } }
      if (method === 'abci_query')
        return { jsonrpc: '2.0', id, result: { response: query(params.path!, params.data!) } }
      return { jsonrpc: '2.0', id, error: { code: -32601, message: `${method} is not part of this node` } }
    }
    if (fault.write && request.body.includes('abci_query')) return fault.write(response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)))
  })
  return { ...node, questions, fault }
}

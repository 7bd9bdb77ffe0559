import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { GraphqlOptions } from './options.ts'

export type {
  GraphqlHistory,
  GraphqlOptions,
  GraphqlPage,
  GraphqlRequest,
  GraphqlTransaction,
  GraphqlTransfer,
} from './options.ts'

/**
 * Creates a provider for the option `providers`. It reads the history of accounts from your own GraphQL index, such as Ponder,
 * Subsquid or The Graph. You write the query and the function that reads the answer. The provider's code loads at its first use.
 * The endpoint sees the visitor's IP address and the account's address.
 */
export function graphql(options: GraphqlOptions): DataProviderFactory {
  return {
    name: 'graphql',
    covers: ['history'],
    create: async (context) => (await import('./graphql-history.ts')).graphqlHistory(options, context),
  }
}

/** A call of the data service that is passed on. Specification 2, section 7; facts 2.2. */
export interface PassedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** What of the query is passed on, beside the project and what says which library asks. */
  readonly query: readonly string[]
  /** What of the body is passed on. */
  readonly body: readonly string[]
  /** Where the project is named: the TRAP of facts 2.1. */
  readonly project: 'query' | 'body' | 'nowhere'
}

const part = '([^/]+)'

export const passedRoutes: readonly PassedRoute[] = [
  get('supported-chains'),
  get(`identity/${part}`, 'sender'),
  get(`account/${part}/history`, 'cursor', 'onramp', 'chainId'),
  get(`account/${part}/balance`, 'currency', 'chainId', 'forceUpdate'),
  get('convert/quotes', 'amount', 'userAddress', 'from', 'to', 'gasPrice'),
  get('convert/tokens', 'chainId'),
  get('convert/allowance', 'tokenAddress', 'userAddress'),
  get('convert/gas-price', 'chainId'),
  get('convert/build-approve', 'userAddress', 'from', 'to'),
  post('convert/build-transaction', 'body', [
    ...['amount', 'eip155', 'from', 'to', 'userAddress', 'disableEstimate'],
  ]),
  post('fungible/price', 'body', ['currency', 'addresses']),
  get(`profile/account/${part}`, 'apiVersion'),
  get(`profile/reverse/${part}`, 'sender', 'apiVersion'),
  get(`profile/suggestions/${part}`, 'zone'),
  post('profile/account', 'nowhere', ['coin_type', 'address', 'message', 'signature']),
  post('generators/onrampurl', 'query', [
    ...['destinationWallets', 'defaultNetwork', 'partnerUserId', 'defaultExperience'],
    ...['presetCryptoAmount', 'presetFiatAmount'],
  ]),
  get('onramp/options'),
  post('onramp/quote', 'query', ['purchaseCurrency', 'paymentCurrency', 'amount', 'network']),
  get(`sessions/${part}`),
  post(`sessions/${part}/revoke`, 'query', ['pci', 'signature']),
]

/** Calls to nodes, which are bounded by their methods. */
export const nodeRoute: PassedRoute = {
  method: 'POST',
  path: /^\/v1\/?$/,
  query: ['chainId'],
  body: [],
  project: 'query',
}

function get(path: string, ...query: readonly string[]): PassedRoute {
  return { method: 'GET', path: new RegExp(`^/v1/${path}$`), query, body: [], project: 'query' }
}

function post(path: string, project: PassedRoute['project'], body: readonly string[]): PassedRoute {
  return { method: 'POST', path: new RegExp(`^/v1/${path}$`), query: [], body, project }
}

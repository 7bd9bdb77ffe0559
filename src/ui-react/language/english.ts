import { accountButtonWords } from './account-button-words.ts'
import { buttonWords } from './button-words.ts'
import {
  accountRowWords,
  accountTypeWords,
  accountWords,
  featureWords,
  leavingWords,
} from './english/account.ts'
import { accountNameWords } from './english/account-name.ts'
import { allWalletsWords, searchWords } from './english/all-wallets.ts'
import { buyWords } from './english/buy.ts'
import { buyingWords, purchasesWords, whatIsBuyWords } from './english/buying.ts'
import { connectWords, familyWords, legalWords, methodWords, walletWords } from './english/connect.ts'
import { connectingWords } from './english/connecting.ts'
import { emailWords, socialWords, upgradeWords } from './english/embedded.ts'
import { explainWords, failedWords } from './english/failed.ts'
import { downloadWords, helpWords } from './english/help.ts'
import { activityWords, holdingsWords } from './english/holdings.ts'
import { legalGateWords } from './english/legal-gate.ts'
import {
  multiChainWords,
  networksWords,
  networkWords,
  switchFamilyWords,
  switchNetworkWords,
  unsupportedWords,
} from './english/networks.ts'
import { nftWords } from './english/nfts.ts'
import { linkWords, pairingWords, platformWords } from './english/pairing.ts'
import { reviewWords } from './english/review.ts'
import { receiveWords, sendWords, tokenWords } from './english/send.ts'
import { sendingWords, sentWords } from './english/sending.ts'
import { approveWords, copyWords, nameWords, noticeWords, shellWords, titleWords } from './english/shell.ts'
import { signedInWords, signInWords } from './english/sign-in.ts'
import { sessionTermWords, sessionWords } from './english/smart-sessions.ts'
import { sessionRowWords } from './english/smart-sessions-row.ts'
import { swapPreviewWords, swapWords } from './english/swap.ts'
import { swapBridgeWords } from './english/swap-bridge.ts'

/**
 * Every string of the modal and the buttons, by scope. Add a string to the file under `english` that loads with the string's
 * view. Type checking then fails until every other language has the string. `{name}` is a placeholder; a string that depends on a
 * count has plural forms. Names of wallets and networks are placeholders, except in strings about one product, such as Ledger.
 */
export const english = {
  button: { ...buttonWords, ...accountButtonWords },
  account: accountWords.strings,
  accountName: accountNameWords.strings,
  accountType: accountTypeWords.strings,
  accountRow: accountRowWords.strings,
  activity: activityWords.strings,
  allWallets: allWalletsWords.strings,
  approve: approveWords.strings,
  buy: buyWords.strings,
  buying: buyingWords.strings,
  connect: connectWords.strings,
  connecting: connectingWords.strings,
  copy: copyWords.strings,
  download: downloadWords.strings,
  email: emailWords.strings,
  upgrade: upgradeWords.strings,
  explain: explainWords.strings,
  failed: failedWords.strings,
  family: familyWords.strings,
  feature: featureWords.strings,
  help: helpWords.strings,
  holdings: holdingsWords.strings,
  leaving: leavingWords.strings,
  legal: legalWords.strings,
  legalGate: legalGateWords.strings,
  link: linkWords.strings,
  method: methodWords.strings,
  multiChain: multiChainWords.strings,
  name: nameWords.strings,
  network: networkWords.strings,
  networks: networksWords.strings,
  nft: nftWords.strings,
  notice: noticeWords.strings,
  pairing: pairingWords.strings,
  platform: platformWords.strings,
  purchases: purchasesWords.strings,
  receive: receiveWords.strings,
  review: reviewWords.strings,
  search: searchWords.strings,
  send: sendWords.strings,
  sending: sendingWords.strings,
  sent: sentWords.strings,
  session: sessionWords.strings,
  sessionRow: sessionRowWords.strings,
  sessionTerm: sessionTermWords.strings,
  shell: shellWords.strings,
  signedIn: signedInWords.strings,
  signIn: signInWords.strings,
  social: socialWords.strings,
  swap: swapWords.strings,
  swapBridge: swapBridgeWords.strings,
  swapPreview: swapPreviewWords.strings,
  switchFamily: switchFamilyWords.strings,
  switchNetwork: switchNetworkWords.strings,
  title: titleWords.strings,
  token: tokenWords.strings,
  unsupported: unsupportedWords.strings,
  wallet: walletWords.strings,
  whatIsBuy: whatIsBuyWords.strings,
} as const

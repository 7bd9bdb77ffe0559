import type { DevAccount } from '../dev-account.ts'

/** Keys of the mnemonic `test test … junk` (`dev-accounts.ts`) at `m/44'/118'/0'/0/0` and on, with addresses of the prefix `cosmos`. */
export const cosmosAccounts: Readonly<Record<string, DevAccount>> = {
  alice: account(
    'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7',
    '0xe64e7928d4f6c06f01fefd31f760c51f59a16426e792761cd00529b76501c8a0',
  ),
  bob: account(
    'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z',
    '0xbb54092b20b9793b15fb9527c860f88aeb65dbd5863a4748bd735edec5917625',
  ),
  carol: account(
    'cosmos1htamarexaxhgdsp0xu6sppeyx7avtvqrdf6t5g',
    '0xdae85909e4c6dae19b62b5fba2b1e6addfeca9805660af9fcac2c27a340f54ae',
  ),
  dave: account(
    'cosmos19tkvgvwht3n8pcqydrcq4cxwhr8rp2gela5v9y',
    '0x770e15c626dc763231590ba861967214827369efac9d009337a9a6da1b18e3c5',
  ),
  erin: account(
    'cosmos164cy6j05j3kaqlzqgzn9mjz95vqjhxmh6uzja3',
    '0xd3206c221cfb779611065240c9c7a6bda14e3c46983e3e7c9bcee5739a5e79ec',
  ),
  frank: account(
    'cosmos18el2mdgsjwvzezu5cjsyuyx0uru4zrm2e84pjy',
    '0x8710d506d79c57f6a15f38a49a310ccb1d35e4b0bd1c755b7b42a43ebe92e027',
  ),
  grace: account(
    'cosmos1wqsddpelugnm7ss40puw20dacafhq8gkncea8m',
    '0x20b15d478b3bd6045a215b89a9247a34c2d258ac075afcce658c313abc2e70af',
  ),
  heidi: account(
    'cosmos1urv8703cxqny9mcqdu8enh4mdhx0x55dsxqa88',
    '0xd8d54027d24574b71e94bb2ac73f2b407ce334f32b5579e2e7d2ef161864afcf',
  ),
  ivan: account(
    'cosmos1lh6cxaa5hl0wv73jjct2mk7x2z6rq7desnfe7x',
    '0x85a5de209bbf9312b3307949c06c7f944a45777e57cd110b687e9adf6f29c9f3',
  ),
}

function account(address: string, secret: string) {
  return { address, secret }
}

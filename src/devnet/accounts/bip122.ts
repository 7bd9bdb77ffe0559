import type { DevAccount } from '../dev-account.ts'

/**
 * Keys of the mnemonic `test test … junk` (`dev-accounts.ts`) at `m/84'/1'/0'/0/0` and on. Each key has a payment address
 * (P2WPKH) and an ordinals address (P2TR, BIP-86), both in regtest format.
 */
export const bip122Accounts: Readonly<Record<string, DevAccount & { readonly ordinal: string }>> = {
  alice: account(
    'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    'bcrt1pyl5zj379vk48fw22fx9r7h88v2rwksly972jnjuczkujkz48r6vs2cawcn',
    '0xb5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
  ),
  bob: account(
    'bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sj',
    'bcrt1p59wmxjtp2j6xtfl6sspt8wuj3v089t24sccrn8eu3u2qdycnsj4qj5zcyn',
    '0x2ea9ba050147af0a7e5bc697b588ee630552766810398242f3c4b9ce25c3cfd7',
  ),
  carol: account(
    'bcrt1qwqwxn0pae964jk3zu8zxr3lu2jyj0p7mk8hkdv',
    'bcrt1pzm3jq990kdvve062p0jwrpmzy0lvwv55a97h24apvts90l30kchsnqyex8',
    '0x1d100560fb83ffd36c8658032a7dd8f3971987fb35fbe6559c2835fe491b0074',
  ),
  dave: account(
    'bcrt1q0rvyhr5465rrdfmavlj67u7ru5vr434c08qx4e',
    'bcrt1p2as6xlald6plzhvmm7vwrn7unp4gxmncgqshsqtygnxecf7v3saq03sw8e',
    '0x7b79a0ca0387b59e58b1aad16a8129da0d1d1a46ad335aa742e4fda77359fd82',
  ),
  erin: account(
    'bcrt1qvlwxpcmszwutam7ykvwc272r748a9zzszj8a4s',
    'bcrt1pyxuvggav5wp0g7hc4whzc5c3k8vkrtn24gz6em876g9vauf9e68slq0fds',
    '0xcc7f68aaa0d1e0ce193944e57015f5d25916a7623b8b3684e2d81a43a9430284',
  ),
  frank: account(
    'bcrt1qar6hlpggnekgcmmwzadv9cxst3pkp7u08wrlxa',
    'bcrt1pmhmm6dxcg0vs7jc0ampqmv5wj3t8jfhfp3cets5udgfg0ed4uuusq3ek53',
    '0xf59ce309d11b87d9415bb8ec6ae1f3b69dde6b09c246aa2889e1040838292030',
  ),
  grace: account(
    'bcrt1qzellfqrpactah9matfnsp83phkr8wl68kzw4q0',
    'bcrt1prry0jh2xg36lkxu8zf9u7shjzf6e7ygkgfcx7uxvqwscmv38n82q8envzw',
    '0xd965ea21fcf38807b780ec060fa2a652d419e6fd8cb8da5f31753b6bd64ccc49',
  ),
  heidi: account(
    'bcrt1q769sksczmj4w0zwzxm9mxv5934nepg5vjyjsxh',
    'bcrt1pc3yly8txu483danll00r3jrnshn54pfr0038t06rppt7hyljkzhsegg3te',
    '0x8ab5f32a5222d50bd8fbd07a7387510c8cc6e6c9478ace6afa12d0fdad6aa6ce',
  ),
  ivan: account(
    'bcrt1qcvtlsjudzj0lpk47fhlu0zncaepl672xfx2th2',
    'bcrt1plua66vrdq98acpmn8mdg5ulztxgdvfcazemr87kry7u5v5cfm4nqm2s24u',
    '0xb436ab0e175f442923260e188dcb5abc6d088cb1e8b1179cca0c1d012d90ce5d',
  ),
}

function account(address: string, ordinal: string, secret: string) {
  return { address, ordinal, secret }
}

/**
 * Time zones of places where buying coins is restricted: China, Hong Kong and Macau. Nothing in Latchkey reads them; a host
 * whose lawyers ask for it can compare the visitor's. Specification 1, section 5; 2, section 9; the names are IANA's.
 */
export const restrictedTimezones: readonly string[] = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'Asia/Macau',
  'Asia/Macao',
]

/** The nonces of the premined blocks, in order. */
export const nonces: readonly number[] =
  '124jp 1ek9j neld 7d04 1edna 790je 2a43t 5v4mu 312hq 2xfnh 3yyya 4j632 xj3j swno 1lvmd xwbh cp1 unlg 4iv31 dn45o 4fp71 qknq 3gwv7 6hsr umq7 5yhz1 d8i1 5mcsv 1o45e 7xo1e 39fr5 mx0y 1uhu1 3p38w 1hr36 h26j 1cvph 4jw0u b79ay 1epzl 2k4nl 289t6 2xj9 f6wr 2j84u rl7x hnfw 36cxg yymu 14mvn 1y2sj 1wqux pvgp ktj3 4n780 n6w0 ceaj 2u4af 112rm 1ow0p 27nzf 1wmrl 63kn 1ehmx 8d4vd d3zi 1mtly 2wy0b 1k635 4o33 13l9k 3pxd0 1ct0w 4cwh7 h33p 542j7 1pcmo o2y4 lhqb lgg2 19fbs 33335 351fw 3q8zy 4toy 7emng 4clml 3tyjd 16qy6 6zf61 4rzui 2ktdc 7ro6z r0l2 33h8q 2cb48 41w66 qxg9 1cmg7 a9c8 cj2b'
    .split(' ')
    .map((nonce) => Number.parseInt(nonce, 36))

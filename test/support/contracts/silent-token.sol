// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token of the early kind: `transfer` returns nothing, as with USDT, and the symbol is 32 bytes, as with MKR.
contract SilentToken {
    uint8 public constant decimals = 6;
    bytes32 public constant symbol = "SILENT";
    mapping(address => uint256) public balanceOf;

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 value) external {
        require(balanceOf[msg.sender] >= value, "not enough");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A universal resolver whose names are kept behind gateways (EIP-3668). It accepts only answers that `signer` signed, like
/// the resolver of https://github.com/ensdomains/offchain-resolver. An answer can ask for one more lookup.
contract GatewayNames {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    address private immutable signer;
    string[] private urls;

    constructor(address signer_, string[] memory urls_) {
        signer = signer_;
        urls = urls_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        _lookUp(abi.encode(name, data), this.resolved.selector);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        _lookUp(abi.encode(account, coinType), this.reversed.selector);
    }

    function resolved(bytes calldata response, bytes calldata request) external view returns (bytes memory, address) {
        return (_checked(response, request, this.resolved.selector), address(this));
    }

    function reversed(bytes calldata response, bytes calldata request)
        external
        view
        returns (string memory, address, address)
    {
        return (string(_checked(response, request, this.reversed.selector)), address(this), address(this));
    }

    function _checked(bytes calldata response, bytes calldata request, bytes4 callback)
        private
        view
        returns (bytes memory)
    {
        (bytes memory result, bool again, uint8 v, bytes32 r, bytes32 s) =
            abi.decode(response, (bytes, bool, uint8, bytes32, bytes32));
        if (again) _lookUp(request, callback);
        bytes32 hash = keccak256(abi.encodePacked(hex"1900", address(this), keccak256(request), keccak256(result)));
        require(ecrecover(hash, v, r, s) == signer, "the gateway did not sign this");
        return result;
    }

    function _lookUp(bytes memory request, bytes4 callback) private view {
        revert OffchainLookup(address(this), urls, request, callback, request);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import { DnsName, ReverseName } from "./dns-name.sol";
import { NameRegistry } from "./name-registry.sol";

interface Resolving {
    function addr(bytes32 node) external view returns (address);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory);
    function supportsInterface(bytes4 id) external view returns (bool);
}

/// Finds the resolver of a name and calls it (ENSIP-10), with the interface that viem uses. Doesn't use gateways.
contract UniversalResolver {
    NameRegistry public immutable registry;
    /// The name service, which registers names and returns their records.
    address public immutable service;

    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    constructor(NameRegistry registry_) {
        registry = registry_;
        service = msg.sender;
    }

    function resolve(bytes memory name, bytes memory data) public view returns (bytes memory, address) {
        (address resolver, bool isExact) = find(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool extended = isExtended(resolver);
        if (!extended && !isExact) revert ResolverNotFound(name);
        bytes memory call = extended ? abi.encodeCall(Resolving.resolve, (name, data)) : data;
        (bool done, bytes memory result) = resolver.staticcall(call);
        if (!done) revert ResolverError(result);
        if (extended) result = abi.decode(result, (bytes));
        if (result.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        return (result, resolver);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return resolve(name, data);
    }

    /// The name of an address, if the name resolves to that address.
    function reverse(bytes memory account, uint256 coinType)
        public
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes memory answer;
        bytes memory dns = DnsName.encoded(ReverseName.whole(account, coinType));
        (answer, reverseResolver) = resolve(dns, abi.encodeCall(Resolving.name, (DnsName.nodeAt(dns, 0))));
        primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return (primary, address(0), reverseResolver);
        dns = DnsName.encoded(primary);
        bytes memory data = abi.encodeWithSignature("addr(bytes32,uint256)", DnsName.nodeAt(dns, 0), coinType);
        (answer, resolver) = resolve(dns, data);
        bytes memory forward = abi.decode(answer, (bytes));
        if (keccak256(forward) != keccak256(account)) revert ReverseAddressMismatch(primary, forward);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return reverse(account, coinType);
    }

    /// The resolver of a name, or of its nearest ancestor with one.
    function find(bytes memory name) private view returns (address resolver, bool isExact) {
        isExact = true;
        for (uint256 offset = 0;;) {
            bytes32 node = DnsName.nodeAt(name, offset);
            if (node == 0) revert ResolverNotFound(name);
            resolver = registry.resolver(node);
            if (resolver != address(0)) return (resolver, isExact);
            (, offset) = DnsName.labelAt(name, offset);
            isExact = false;
        }
    }

    function isExtended(address resolver) private view returns (bool) {
        try Resolving(resolver).supportsInterface(0x9061b923) returns (bool supported) {
            return supported;
        } catch {
            return false;
        }
    }
}

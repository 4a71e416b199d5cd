// Nim: takes as many matches as leave a multiple of four, if it can.
#include <algorithm>
#include <iostream>

int main(int argument_count, char** arguments) {
    bool verbose = argument_count > 1 && arguments[1] == std::string("--verbose");
    int left;
    while (std::cin >> left) {
        if (verbose) std::cerr << left << " matches are left" << std::endl;
        std::cout << std::max(left % 4, 1) << std::endl;
    }
}

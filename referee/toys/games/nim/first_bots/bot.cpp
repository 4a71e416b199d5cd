// Nim: takes as many matches as leave a multiple of four, if it can.
#include <algorithm>
#include <iostream>

int main() {
    int left;
    while (std::cin >> left) {
        std::cout << std::max(left % 4, 1) << std::endl;
    }
}

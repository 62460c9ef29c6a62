// Where what comes before a tile is taken from, which is what the host defines BEFORE as.
#define FROM_NOWHERE 0 // the total of the tile is written for others to find it
#define FROM_TOTALS 1  // which have been scanned
#define FROM_LOOK_BACK 2

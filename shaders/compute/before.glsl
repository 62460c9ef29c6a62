// A tile takes the total of the tiles before it from one of these places; the host chooses it by defining BEFORE.
#define FROM_NOWHERE 0 // nowhere; the tile's total is written for a later pass
#define FROM_TOTALS 1  // the scanned totals
#define FROM_LOOK_BACK 2
